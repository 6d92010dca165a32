// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Records lock roots of games. It stores nothing and has no owner: anybody may call it, so an event counts only with the operator's
/// address.
contract LockRoots {
    event Anchored(address indexed operator, bytes32 indexed game, uint32 gameweek, bytes32 root);

    function anchor(bytes32 game, uint32 gameweek, bytes32 root) external {
        emit Anchored(msg.sender, game, gameweek, root);
    }
}
