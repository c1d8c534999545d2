// SPDX-License-Identifier: Apache-2.0
//! One contract's plan on an EVM of its own. State lives in revm's journal from transaction to
//! transaction and is dropped after a generation: nothing is written to a database.
//!
//! revm analyses creation code and what it leaves, and hashes the latter, at each deployment. To
//! keep analyses as our executor does, a deployment is a call to the new address, whose code is the
//! creation code, prepared once; what it returns becomes the code by a map. `Mode::Create` shows
//! revm's own deployments.
use crate::plan::Planned;
use revm::bytecode::Bytecode;
use revm::context::result::ExecutionResult;
use revm::context::{BlockEnv, CfgEnv, Journal, JournalTr, TxEnv};
use revm::context_interface::journaled_state::account::JournaledAccountTr;
use revm::database_interface::Database;
use revm::interpreter::Interpreter;
use revm::interpreter::interpreter_types::Jumps;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, B256, Bytes, HashMap, HashSet, TxKind, U256, keccak256};
use revm::state::AccountInfo;
use revm::{Context, ExecuteEvm, InspectEvm, Inspector, MainBuilder, MainnetEvm};
use std::convert::Infallible;

/// The fresh world: rich senders and nothing else.
pub struct World {
    senders: HashSet<Address>,
}

impl Database for World {
    type Error = Infallible;

    fn basic(&mut self, address: Address) -> Result<Option<AccountInfo>, Infallible> {
        let rich = || AccountInfo::from_balance(U256::from(1) << 120);
        Ok(self.senders.contains(&address).then(rich))
    }

    fn code_by_hash(&mut self, _: B256) -> Result<Bytecode, Infallible> {
        Ok(Bytecode::new())
    }

    fn storage(&mut self, _: Address, _: U256) -> Result<U256, Infallible> {
        Ok(U256::ZERO)
    }

    fn block_hash(&mut self, number: u64) -> Result<B256, Infallible> {
        Ok(keccak256(number.to_string()))
    }
}

/// Records place and opcode of every instruction.
#[derive(Default)]
pub struct Steps(pub Vec<(u32, u8)>);

impl<C> Inspector<C> for Steps {
    fn step(&mut self, interpreter: &mut Interpreter, _: &mut C) {
        let code = &interpreter.bytecode;
        self.0.push((code.pc() as u32, code.opcode()));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Plain,
    Create,
    Trace,
}

#[derive(Default)]
pub struct Counts {
    /// Steps of traced runs; revm counts no others.
    pub steps: u64,
    pub failed: u64,
}

type Environment = Context<BlockEnv, TxEnv, CfgEnv, World, Journal<World>, ()>;

/// Creation code ready to run.
#[derive(Clone)]
struct Creation {
    code: Bytecode,
    hash: B256,
    /// What the creation costs before its first instruction, beyond a call without data.
    gas: u64,
}

pub struct Replay {
    generations: Vec<Vec<(Planned, Option<Creation>)>>,
    codes: HashMap<Bytes, (Bytecode, B256)>,
    evm: MainnetEvm<Environment, Steps>,
}

fn prepare(planned: Planned) -> (Planned, Option<Creation>) {
    if planned.is_call {
        return (planned, None);
    }
    let code = Bytecode::new_legacy(planned.data.clone());
    let hash = code.hash_slow();
    let data_gas = planned.data.iter().map(|&byte| if byte == 0 { 4 } else { 16 });
    let gas = 32000 + data_gas.sum::<u64>();
    (planned, Some(Creation { code, hash, gas }))
}

impl Replay {
    pub fn new(generations: Vec<Vec<Planned>>) -> Self {
        let senders = generations.iter().flatten().map(|planned| planned.sender).collect();
        let environment = Environment::new(World { senders }, SpecId::ISTANBUL);
        let environment = environment.modify_cfg_chained(|cfg| {
            cfg.tx_chain_id_check = false;
            cfg.disable_nonce_check = true;
            cfg.disable_block_gas_limit = true;
            cfg.disable_eip3607 = true;
            cfg.disable_base_fee = true;
            cfg.disable_fee_charge = true;
        });
        Self {
            generations: generations
                .into_iter()
                .map(|generation| generation.into_iter().map(prepare).collect())
                .collect(),
            codes: HashMap::default(),
            evm: environment.build_mainnet_with_inspector(Steps::default()),
        }
    }

    fn execute(&mut self, mode: Mode, transaction: TxEnv) -> ExecutionResult {
        let result = match mode {
            Mode::Trace => self.evm.inspect_one_tx(transaction),
            _ => self.evm.transact_one(transaction),
        };
        self.evm.ctx.block.number += U256::from(1);
        self.evm.ctx.block.timestamp += U256::from(1);
        result.unwrap_or_else(|problem| panic!("revm refused a transaction: {problem:?}"))
    }

    /// Returns the place of a new contract, where the creation code lies ready.
    fn prepare_creation(&mut self, sender: Address, creation: Creation) -> Address {
        let journal = &mut self.evm.ctx.journaled_state;
        let nonce = journal.load_account(sender).expect("infallible").data.info.nonce;
        let address = sender.create(nonce);
        let mut account = journal.load_account_mut(address).expect("infallible").data;
        account.set_nonce(1);
        account.set_code(creation.hash, creation.code);
        address
    }

    fn finish_creation(&mut self, address: Address, code: Bytes) {
        let (code, hash) = self
            .codes
            .entry(code)
            .or_insert_with_key(|bytes| {
                let code = Bytecode::new_legacy(bytes.clone());
                let hash = code.hash_slow();
                (code, hash)
            })
            .clone();
        self.evm.ctx.journaled_state.set_code_with_hash(address, code, hash);
    }

    /// Executes one deployment or call; returns whether it succeeded, and what it created.
    fn transact(
        &mut self,
        mode: Mode,
        place: (usize, usize),
        to: Option<Address>,
    ) -> (bool, Option<Address>) {
        let (planned, creation) = &self.generations[place.0][place.1];
        let mut transaction = TxEnv {
            caller: planned.sender,
            kind: to.map_or(TxKind::Create, TxKind::Call),
            value: planned.value,
            data: planned.data.clone(),
            gas_limit: 6_000_000,
            chain_id: None,
            ..Default::default()
        };
        match creation {
            Some(creation) if mode != Mode::Create => {
                transaction.gas_limit -= creation.gas;
                let address = self.prepare_creation(transaction.caller, creation.clone());
                transaction.kind = TxKind::Call(address);
                transaction.data = Bytes::new();
                let result = self.execute(mode, transaction);
                assert!(result.is_success(), "a deployment failed");
                self.finish_creation(address, result.into_output().unwrap_or_default());
                (true, Some(address))
            }
            _ => {
                let result = self.execute(mode, transaction);
                (result.is_success(), result.created_address())
            }
        }
    }

    /// Executes one generation from the fresh world.
    pub fn run(&mut self, generation: usize, mode: Mode) -> Counts {
        let mut counts = Counts::default();
        let mut contract = None;
        self.evm.ctx.block.number = U256::from(1);
        self.evm.ctx.block.timestamp = U256::from(1_790_000_000u64);
        for index in 0..self.generations[generation].len() {
            if !self.generations[generation][index].0.is_call {
                contract = None;
                counts.steps += self.evm.inspector.0.len() as u64;
                self.evm.inspector.0.clear();
            }
            let (succeeded, created) = self.transact(mode, (generation, index), contract);
            counts.failed += u64::from(!succeeded);
            contract = contract.or(created);
        }
        counts.steps += self.evm.inspector.0.len() as u64;
        self.evm.inspector.0.clear();
        drop(self.evm.finalize());
        counts
    }
}
