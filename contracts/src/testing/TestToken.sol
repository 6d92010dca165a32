// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token with the faults that a test switches on. Each is one that real tokens have.
contract TestToken is ERC20 {
    /// Basis points that every transfer burns.
    uint256 public fee;
    /// Transfers to these accounts revert.
    mapping(address account => bool) public rejects;
    /// Transfers to these accounts return false and move nothing.
    mapping(address account => bool) public returnsFalse;
    /// Transfers to this account use up all gas that they get.
    address public burnsGas;
    /// The call that the next transfer makes to `target` before it moves tokens, with its result.
    address public target;
    bytes public reentry;
    bool public reentered;

    constructor(uint256 initialSupply) ERC20("Test", "TEST") {
        _mint(msg.sender, initialSupply);
    }

    function setFee(uint256 basisPoints) external {
        fee = basisPoints;
    }

    function setRejects(address account, bool value) external {
        rejects[account] = value;
    }

    function setReturnsFalse(address account) external {
        returnsFalse[account] = true;
    }

    function setBurnsGas(address account) external {
        burnsGas = account;
    }

    function setReentry(address to, bytes calldata data) external {
        target = to;
        reentry = data;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (returnsFalse[to]) return false;
        if (to == burnsGas) while (true) {}
        return super.transfer(to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!rejects[to], "rejected");
        if (target != address(0)) {
            address called = target;
            target = address(0);
            (reentered, ) = called.call(reentry);
        }
        uint256 burned = from == address(0) ? 0 : (value * fee) / 10_000;
        if (burned > 0) super._update(from, address(0), burned);
        super._update(from, to, value - burned);
    }
}
