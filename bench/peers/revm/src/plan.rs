// SPDX-License-Identifier: Apache-2.0
//! The plans: one transaction a line, `generation test isCall sender value data`; words are
//! hexadecimal without prefix, `-` is empty data.
use revm::primitives::{Address, Bytes, U256, hex};
use std::error::Error;
use std::path::Path;

/// A deployment, or a call to what the deployment before it created.
pub struct Planned {
    pub is_call: bool,
    pub sender: Address,
    pub value: U256,
    pub data: Bytes,
}

fn parse_line(line: &str) -> Result<(usize, Planned), Box<dyn Error>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [generation, _test, is_call, sender, value, data] = words[..] else {
        return Err("six fields expected".into());
    };
    let planned = Planned {
        is_call: is_call == "1",
        sender: sender.parse()?,
        value: U256::from_str_radix(value, 16)?,
        data: if data == "-" { Bytes::new() } else { hex::decode(data)?.into() },
    };
    Ok((generation.parse()?, planned))
}

/// Reads one contract's generations, in order of their number.
pub fn load(file: &Path) -> Result<Vec<Vec<Planned>>, Box<dyn Error>> {
    let mut generations: Vec<Vec<Planned>> = Vec::new();
    for (number, line) in std::fs::read_to_string(file)?.lines().enumerate() {
        let (generation, planned) = parse_line(line)
            .map_err(|problem| format!("{}: line {}: {problem}", file.display(), number + 1))?;
        while generations.len() <= generation {
            generations.push(Vec::new());
        }
        generations[generation].push(planned);
    }
    Ok(generations)
}
