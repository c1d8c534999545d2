// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// An English auction: the seller opens it, anyone bids, losers withdraw what they paid, and the
/// seller is paid only if the reserve price is met.
contract Auction {
    uint256 public constant MIN_DURATION = 10 minutes;
    uint256 public constant EXTENSION = 5 minutes;

    address public immutable seller;
    uint256 public immutable reservePrice;
    uint256 public immutable minIncrement;

    uint256 public closesAt;
    address public highestBidder;
    uint256 public highestBid;
    bool public finished;

    mapping(address => uint256) public refunds;

    event Opened(uint256 closesAt);
    event BidPlaced(address indexed bidder, uint256 amount);
    event Extended(uint256 closesAt);
    event Withdrawn(address indexed account, address indexed to, uint256 amount);
    event Sold(address indexed winner, uint256 amount);
    event NotSold(uint256 highestBid);
    event Cancelled();

    error NotSeller();
    error AlreadyOpen();
    error NotOpen();
    error TooShort(uint256 duration);
    error BiddingClosed();
    error StillRunning(uint256 closesAt);
    error SellerCannotBid();
    error BidTooLow(uint256 offered);
    error HasBids();
    error NothingToWithdraw();
    error PaymentFailed();

    modifier onlySeller() {
        if (msg.sender != seller) revert NotSeller();
        _;
    }

    /// The auction has been opened and neither settled nor cancelled.
    modifier whileOpen() {
        if (closesAt == 0 || finished) revert NotOpen();
        _;
    }

    constructor(uint256 reservePrice_, uint256 minIncrement_) {
        seller = msg.sender;
        reservePrice = reservePrice_;
        minIncrement = minIncrement_;
    }

    /// Opens the bidding window; it closes `duration` seconds from now.
    function open(uint256 duration) external onlySeller {
        if (closesAt != 0) revert AlreadyOpen();
        if (duration < MIN_DURATION) revert TooShort(duration);
        closesAt = block.timestamp + duration;
        emit Opened(closesAt);
    }

    /// Bids the ether sent along. A bid shortly before the end extends the window.
    function bid() external payable whileOpen {
        if (block.timestamp >= closesAt) revert BiddingClosed();
        if (msg.sender == seller) revert SellerCannotBid();
        if (msg.value <= highestBid) revert BidTooLow(msg.value);

        if (highestBidder != address(0)) {
            unchecked {
                if (msg.value - highestBid < minIncrement) revert BidTooLow(msg.value);
            }
            _credit(highestBidder, highestBid);
        }
        highestBidder = msg.sender;
        highestBid = msg.value;
        emit BidPlaced(msg.sender, msg.value);

        unchecked {
            if (closesAt - block.timestamp < EXTENSION) {
                closesAt = block.timestamp + EXTENSION;
                emit Extended(closesAt);
            }
        }
    }

    /// Sends the caller's refunds, or the seller's proceeds, to any address.
    function withdraw(address payable to) external {
        uint256 amount = refunds[msg.sender];
        if (amount == 0) revert NothingToWithdraw();
        refunds[msg.sender] = 0;
        if (!_pay(to, amount)) revert PaymentFailed();
        emit Withdrawn(msg.sender, to, amount);
    }

    /// Calls the auction off; possible only before the first bid.
    function cancel() external onlySeller whileOpen {
        if (highestBidder != address(0)) revert HasBids();
        finished = true;
        emit Cancelled();
    }

    /// Settles the auction after the window has closed; anyone may do so.
    function settle() external whileOpen {
        if (block.timestamp < closesAt) revert StillRunning(closesAt);
        finished = true;
        if (highestBidder == address(0)) {
            emit NotSold(0);
        } else if (highestBid < reservePrice) {
            _credit(highestBidder, highestBid);
            emit NotSold(highestBid);
        } else {
            _credit(seller, highestBid);
            emit Sold(highestBidder, highestBid);
        }
    }

    function _credit(address account, uint256 amount) private {
        // All credits together are ether that exists.
        unchecked {
            refunds[account] += amount;
        }
    }

    /// Sends ether and ignores what the receiver returns, so that nobody can make us copy much.
    function _pay(address payable to, uint256 amount) private returns (bool paid) {
        assembly ("memory-safe") {
            paid := call(gas(), to, amount, 0, 0, 0, 0)
        }
    }
}
