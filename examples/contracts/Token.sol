// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A fungible token in the manner of ERC-20 with a supply cap, an owner who mints, and a brake.
contract Token {
    string public constant name = "Example Token";
    string public constant symbol = "EXT";
    uint8 public constant decimals = 18;

    uint256 public immutable cap;

    address public owner;
    address public nominee;
    bool public paused;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed holder, address indexed spender, uint256 amount);
    event OwnerNominated(address indexed nominee);
    event OwnerChanged(address indexed owner);
    event PauseChanged(bool paused);

    error NotOwner();
    error NotNominee();
    error ZeroAddress();
    error CapExceeded(uint256 wanted);
    error BalanceTooLow(uint256 balance);
    error AllowanceTooLow(uint256 allowed);
    error IsPaused();
    error IsNotPaused();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    modifier whenNotPaused() {
        if (paused) revert IsPaused();
        _;
    }

    constructor(uint256 cap_) {
        cap = cap_;
        owner = msg.sender;
    }

    /// Creates tokens for `to`, up to the cap.
    function mint(address to, uint256 amount) external onlyOwner whenNotPaused {
        if (to == address(0)) revert ZeroAddress();
        uint256 supply = totalSupply + amount;
        if (supply > cap) revert CapExceeded(supply);
        totalSupply = supply;
        // No balance is ever above the supply.
        unchecked {
            balanceOf[to] += amount;
        }
        emit Transfer(address(0), to, amount);
    }

    /// Destroys tokens of the caller.
    function burn(uint256 amount) external whenNotPaused {
        uint256 balance = balanceOf[msg.sender];
        if (balance < amount) revert BalanceTooLow(balance);
        unchecked {
            balanceOf[msg.sender] = balance - amount;
            totalSupply -= amount;
        }
        emit Transfer(msg.sender, address(0), amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        // The greatest allowance means "any amount" and is not used up.
        if (allowed != type(uint256).max) {
            if (allowed < amount) revert AllowanceTooLow(allowed);
            unchecked {
                _approve(from, msg.sender, allowed - amount);
            }
        }
        _transfer(from, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        _approve(msg.sender, spender, amount);
        return true;
    }

    function increaseAllowance(address spender, uint256 added) external returns (bool) {
        _approve(msg.sender, spender, allowance[msg.sender][spender] + added);
        return true;
    }

    function decreaseAllowance(address spender, uint256 removed) external returns (bool) {
        uint256 allowed = allowance[msg.sender][spender];
        if (allowed < removed) revert AllowanceTooLow(allowed);
        unchecked {
            _approve(msg.sender, spender, allowed - removed);
        }
        return true;
    }

    function pause() external onlyOwner {
        if (paused) revert IsPaused();
        paused = true;
        emit PauseChanged(true);
    }

    function unpause() external onlyOwner {
        if (!paused) revert IsNotPaused();
        paused = false;
        emit PauseChanged(false);
    }

    /// Offers the ownership; it changes hands when the nominee accepts. Zero withdraws the offer.
    function nominate(address candidate) external onlyOwner {
        nominee = candidate;
        emit OwnerNominated(candidate);
    }

    function acceptOwnership() external {
        if (msg.sender != nominee) revert NotNominee();
        owner = msg.sender;
        nominee = address(0);
        emit OwnerChanged(msg.sender);
    }

    function _approve(address holder, address spender, uint256 amount) private {
        if (spender == address(0)) revert ZeroAddress();
        allowance[holder][spender] = amount;
        emit Approval(holder, spender, amount);
    }

    function _transfer(address from, address to, uint256 amount) private whenNotPaused {
        if (to == address(0)) revert ZeroAddress();
        uint256 balance = balanceOf[from];
        if (balance < amount) revert BalanceTooLow(balance);
        unchecked {
            balanceOf[from] = balance - amount;
            balanceOf[to] += amount;
        }
        emit Transfer(from, to, amount);
    }
}
