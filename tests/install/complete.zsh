# SPDX-License-Identifier: Apache-2.0
# Prints what an interactive zsh offers: zsh -f complete.zsh FOLDER_OF_FPATH WORDS
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
zpty -w shell "PS1=; COLUMNS=200; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; echo REA''DY"
zpty -r shell start '*READY*' || exit 1
zpty -w -n shell "$2"$'\t\t'
# What it writes comes in pieces: the end is a second without any.
typeset -F SECONDS=0
last=0
while (( SECONDS < 30 && ( last == 0 || SECONDS - last < 1 ) )); do
    if zpty -r -t shell piece; then
        print -rn -- "$piece"
        last=$SECONDS
    else
        sleep 0.05
    fi
done
zpty -d shell
