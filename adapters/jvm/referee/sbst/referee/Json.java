// SPDX-License-Identifier: Apache-2.0
package sbst.referee;

/** Writes JSON in ASCII, one value at a time; adds commas automatically. */
final class Json {
    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    Json open(char bracket) {
        separate();
        text.append(bracket);
        needsComma = false;
        return this;
    }

    Json close(char bracket) {
        text.append(bracket);
        needsComma = true;
        return this;
    }

    Json key(String name) {
        string(name);
        text.append(':');
        needsComma = false;
        return this;
    }

    Json number(long value) {
        separate();
        text.append(value);
        return this;
    }

    Json bool(boolean value) {
        separate();
        text.append(value);
        return this;
    }

    /** Half of a surrogate pair becomes U+FFFD: JSON cannot express it. */
    Json string(String value) {
        separate();
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                text.append(c);
            } else if (Character.isHighSurrogate(c) && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                escape(c);
                escape(value.charAt(++i));
            } else {
                escape(Character.isSurrogate(c) ? '\ufffd' : c);
            }
        }
        text.append('"');
        return this;
    }

    private void escape(char c) {
        text.append(String.format("\\u%04x", (int) c));
    }

    private void separate() {
        if (needsComma) {
            text.append(',');
        }
        needsComma = true;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
