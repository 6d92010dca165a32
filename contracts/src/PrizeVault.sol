// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20, SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {BitMaps} from "@openzeppelin/contracts/utils/structs/BitMaps.sol";

/// Holds the pools of settled games and pays each prize once. Any caller may claim a prize with its proof; the tokens always
/// go to the account in the leaf. The owner is the treasury, in production a Safe or another multisig wallet.
contract PrizeVault is Ownable2Step {
    using SafeERC20 for IERC20;
    using BitMaps for BitMaps.BitMap;

    struct Settlement {
        IERC20 token;
        uint96 opensAt;
        bytes32 root;
    }

    struct Claim {
        uint256 index;
        address account;
        uint256 amount;
        bytes32[] proof;
    }

    /// Time between the opening of claims and a reclaim.
    uint256 public constant RECLAIM_AFTER = 180 days;
    /// Seconds between a settlement and the opening of its claims.
    uint32 public immutable delay;

    mapping(bytes32 game => Settlement) public settlements;
    /// Tokens that the vault still holds for a game. No payment of another game can spend them.
    mapping(bytes32 game => uint256) public remaining;
    /// Tokens that the owner took back after `RECLAIM_AFTER` and has not returned.
    mapping(bytes32 game => uint256) public reclaimed;
    mapping(bytes32 game => BitMaps.BitMap) private _paid;

    event Settled(bytes32 indexed game, IERC20 indexed token, bytes32 root, uint256 total, uint256 opensAt);
    event Revoked(bytes32 indexed game, uint256 amount);
    event Paid(bytes32 indexed game, uint256 indexed index, address indexed account, IERC20 token, uint256 amount);
    event Reclaimed(bytes32 indexed game, uint256 amount);
    event Refilled(bytes32 indexed game, uint256 amount);

    error EmptySettlement();
    error AlreadySettled(bytes32 game);
    error WrongAmountReceived(uint256 expected, uint256 received);
    error ClaimsClosed(bytes32 game);
    error NotRevocable(bytes32 game);
    error AlreadyPaid(bytes32 game, uint256 index);
    error InvalidProof(bytes32 game, uint256 index);
    error InsufficientFunds(bytes32 game);
    error ReclaimTooEarly(bytes32 game);
    error NothingReclaimed(bytes32 game);

    constructor(address owner_, uint32 delay_) Ownable(owner_) {
        delay = delay_;
    }

    /// Pulls exactly `total` from the owner. A settlement is never replaced, except after `revoke`.
    function settle(bytes32 game, IERC20 token, bytes32 root, uint256 total) external onlyOwner {
        if (root == 0 || total == 0) revert EmptySettlement();
        if (settlements[game].root != 0) revert AlreadySettled(game);
        uint96 opensAt = uint96(block.timestamp) + delay;
        settlements[game] = Settlement(token, opensAt, root);
        _deposit(game, token, total);
        emit Settled(game, token, root, total, opensAt);
    }

    /// Returns the tokens of a settlement to the owner before its claims open, so nothing can have been paid.
    function revoke(bytes32 game) external onlyOwner {
        Settlement memory settlement = settlements[game];
        if (block.timestamp >= settlement.opensAt) revert NotRevocable(game);
        delete settlements[game];
        emit Revoked(game, _withdraw(game, settlement.token));
    }

    function claim(bytes32 game, uint256 index, address account, uint256 amount, bytes32[] calldata proof) external {
        (IERC20 token, bytes32 root) = _openSettlement(game);
        BitMaps.BitMap storage paid = _paid[game];
        if (paid.get(index)) revert AlreadyPaid(game, index);
        if (!MerkleProof.verifyCalldata(proof, root, leafOf(game, index, account, amount)))
            revert InvalidProof(game, index);
        _take(game, amount);
        paid.set(index);
        token.safeTransfer(account, amount);
        emit Paid(game, index, account, token, amount);
    }

    /// Pays the prizes that can be paid. Skips those already paid and accounts that cannot receive, which stay claimable.
    function claimMany(bytes32 game, Claim[] calldata claims) external {
        (IERC20 token, bytes32 root) = _openSettlement(game);
        BitMaps.BitMap storage paid = _paid[game];
        for (uint256 i = 0; i < claims.length; i++) {
            Claim calldata prize = claims[i];
            (uint256 index, address account, uint256 amount) = (prize.index, prize.account, prize.amount);
            if (paid.get(index)) continue;
            if (!MerkleProof.verifyCalldata(prize.proof, root, leafOf(game, index, account, amount)))
                revert InvalidProof(game, index);
            _take(game, amount);
            paid.set(index);
            if (token.trySafeTransfer(account, amount)) {
                emit Paid(game, index, account, token, amount);
            } else {
                paid.unset(index);
                remaining[game] += amount;
            }
        }
    }

    /// Returns the unclaimed rest to the owner, 180 days after claims opened.
    function reclaim(bytes32 game) external onlyOwner {
        Settlement memory settlement = settlements[game];
        if (settlement.root == 0 || block.timestamp < settlement.opensAt + RECLAIM_AFTER)
            revert ReclaimTooEarly(game);
        uint256 amount = _withdraw(game, settlement.token);
        reclaimed[game] += amount;
        emit Reclaimed(game, amount);
    }

    /// Pulls all that was reclaimed from the owner again, so that late winners can claim. Root and paid prizes stay as they are.
    function refill(bytes32 game) external onlyOwner {
        uint256 amount = reclaimed[game];
        if (amount == 0) revert NothingReclaimed(game);
        reclaimed[game] = 0;
        _deposit(game, settlements[game].token, amount);
        emit Refilled(game, amount);
    }

    function isPaid(bytes32 game, uint256 index) external view returns (bool) {
        return _paid[game].get(index);
    }

    /// Hashed twice, so that no inner node of a tree is a leaf. Chain and vault make a root useless elsewhere.
    function leafOf(bytes32 game, uint256 index, address account, uint256 amount) public view returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(block.chainid, address(this), game, index, account, amount))));
    }

    function _openSettlement(bytes32 game) private view returns (IERC20 token, bytes32 root) {
        Settlement storage settlement = settlements[game];
        (token, root) = (settlement.token, settlement.root);
        if (root == 0 || block.timestamp < settlement.opensAt) revert ClaimsClosed(game);
    }

    function _take(bytes32 game, uint256 amount) private {
        uint256 held = remaining[game];
        if (held < amount) revert InsufficientFunds(game);
        remaining[game] = held - amount;
    }

    /// Pulls exactly `amount` from the owner.
    function _deposit(bytes32 game, IERC20 token, uint256 amount) private {
        uint256 held = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - held;
        if (received != amount) revert WrongAmountReceived(amount, received);
        remaining[game] += amount;
    }

    function _withdraw(bytes32 game, IERC20 token) private returns (uint256 amount) {
        amount = remaining[game];
        remaining[game] = 0;
        token.safeTransfer(msg.sender, amount);
    }
}
