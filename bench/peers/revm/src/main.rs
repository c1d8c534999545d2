// SPDX-License-Identifier: Apache-2.0
//! Replays the transaction plans through revm, as bench_evm does through our executor, and writes
//! what it measured as JSON: sbst-peer-revm FOLDER PASSES. Started by bench/peers/run.
mod plan;
mod replay;

use replay::{Counts, Mode, Replay};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;

const CONTRACTS: [&str; 5] =
    ["BasicToken", "Casino", "MultiSigWallet", "SecureAuction", "TestDateTime"];
const GENERATIONS: usize = 3;

fn cpu_seconds() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists on every Linux, and `now` is ours.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// Milliseconds of CPU time a generation.
fn measure(passes: usize, mut generation: impl FnMut(usize)) -> f64 {
    let start = cpu_seconds();
    for _ in 0..passes {
        (0..GENERATIONS).for_each(&mut generation);
    }
    (cpu_seconds() - start) * 1e3 / (passes * GENERATIONS) as f64
}

fn row(mode: &str, contract: &str, milliseconds: f64, counts: &[Counts]) -> String {
    let steps: Vec<u64> = counts.iter().map(|c| c.steps).collect();
    let failed: Vec<u64> = counts.iter().map(|c| c.failed).collect();
    format!(
        r#"{{"engine": "revm", "mode": "{mode}", "contract": "{contract}", "ms": {milliseconds:.6}, "steps": {steps:?}, "failed": {failed:?}}}"#
    )
}

fn run(folder: &Path, passes: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for contract in CONTRACTS {
        let mut replay = Replay::new(plan::load(&folder.join(format!("{contract}.txt")))?);
        replay.run(GENERATIONS, Mode::Plain); // warm-up
        let traced: Vec<Counts> =
            (0..GENERATIONS).map(|generation| replay.run(generation, Mode::Trace)).collect();
        for (generation, expected) in traced.iter().enumerate() {
            for mode in [Mode::Plain, Mode::Create] {
                if replay.run(generation, mode).failed != expected.failed {
                    return Err(format!("{contract}: plain and traced runs differ").into());
                }
            }
        }
        for (name, mode) in
            [("plain", Mode::Plain), ("create", Mode::Create), ("trace", Mode::Trace)]
        {
            let milliseconds = measure(passes, |generation| {
                black_box(replay.run(generation, mode));
            });
            rows.push(row(name, contract, milliseconds, &traced));
        }
    }
    Ok(rows)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, passes] = &words[..] else {
        return Err("usage: sbst-peer-revm FOLDER PASSES".into());
    };
    println!("[{}]", run(Path::new(folder), passes.parse()?)?.join(",\n "));
    Ok(())
}
