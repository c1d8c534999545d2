// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A wallet that several owners share. Payments above an allowance need every owner; smaller
/// ones need a quorum.
contract MultiSigWallet {
    struct Proposal {
        address payable to;
        uint256 amount;
        uint256 confirmations;
        uint256 expiresAt;
        bool executed;
    }

    uint256 public constant MAX_OWNERS = 8;
    uint256 public constant LIFETIME = 1 days;

    uint256 public immutable quorum;
    uint256 public immutable ownerCount;
    uint256 public immutable allowance;

    uint256 public proposalCount;

    mapping(address => bool) public isOwner;
    mapping(uint256 => Proposal) public proposals;
    mapping(uint256 => mapping(address => bool)) public confirmed;

    event Received(address indexed from, uint256 amount);
    event Proposed(uint256 indexed id, address indexed by);
    event Confirmed(uint256 indexed id, address indexed by);
    event Revoked(uint256 indexed id, address indexed by);
    event Paid(uint256 indexed id, address indexed to, uint256 amount);

    error BadOwners();
    error BadQuorum();
    error NotOwner();
    error ZeroAddress();
    error NoSuchProposal();
    error AlreadyExecuted();
    error Expired();
    error AlreadyConfirmed();
    error NotConfirmed();
    error QuorumMissing(uint256 confirmations);
    error AllowanceExceeded(uint256 confirmations);
    error PaymentFailed();

    modifier onlyOwner() {
        if (!isOwner[msg.sender]) revert NotOwner();
        _;
    }

    /// The proposal exists, has not been executed and is not too old.
    modifier whilePending(uint256 id) {
        if (id >= proposalCount) revert NoSuchProposal();
        Proposal storage proposal = proposals[id];
        if (proposal.executed) revert AlreadyExecuted();
        if (block.timestamp > proposal.expiresAt) revert Expired();
        _;
    }

    constructor(address[] memory owners, uint256 quorum_, uint256 allowance_) {
        if (owners.length == 0 || owners.length > MAX_OWNERS) revert BadOwners();
        if (quorum_ == 0 || quorum_ > owners.length) revert BadQuorum();
        for (uint256 i = 0; i < owners.length; ++i) {
            if (owners[i] == address(0) || isOwner[owners[i]]) revert BadOwners();
            isOwner[owners[i]] = true;
        }
        quorum = quorum_;
        ownerCount = owners.length;
        allowance = allowance_;
    }

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /// Proposes a payment; the proposer confirms it at once.
    function proposePayment(address payable to, uint256 amount) external onlyOwner returns (uint256) {
        if (to == address(0)) revert ZeroAddress();
        return _propose(to, amount);
    }

    function confirm(uint256 id) external onlyOwner whilePending(id) {
        if (confirmed[id][msg.sender]) revert AlreadyConfirmed();
        _confirm(id);
    }

    function revoke(uint256 id) external onlyOwner whilePending(id) {
        if (!confirmed[id][msg.sender]) revert NotConfirmed();
        confirmed[id][msg.sender] = false;
        unchecked {
            proposals[id].confirmations -= 1;
        }
        emit Revoked(id, msg.sender);
    }

    /// Carries a proposal out. A payment within the allowance needs the quorum, a larger one
    /// needs every owner.
    function execute(uint256 id) external onlyOwner whilePending(id) {
        Proposal storage proposal = proposals[id];
        uint256 votes = proposal.confirmations;
        if (votes < quorum) revert QuorumMissing(votes);
        proposal.executed = true;

        if (votes < ownerCount && proposal.amount > allowance) revert AllowanceExceeded(votes);
        if (!_pay(proposal.to, proposal.amount)) revert PaymentFailed();
        emit Paid(id, proposal.to, proposal.amount);
    }

    function _propose(address payable to, uint256 amount) private returns (uint256 id) {
        unchecked {
            id = proposalCount++;
        }
        Proposal storage proposal = proposals[id];
        proposal.to = to;
        proposal.amount = amount;
        unchecked {
            proposal.expiresAt = block.timestamp + LIFETIME;
        }
        emit Proposed(id, msg.sender);
        _confirm(id);
    }

    function _confirm(uint256 id) private {
        confirmed[id][msg.sender] = true;
        unchecked {
            proposals[id].confirmations += 1;
        }
        emit Confirmed(id, msg.sender);
    }

    /// Sends ether and ignores what the receiver returns, so that nobody can make us copy much.
    function _pay(address payable to, uint256 amount) private returns (bool paid) {
        assembly ("memory-safe") {
            paid := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }
}
