// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Stand-in for WLD on local chains: 18 decimals, a fixed supply minted to the deployer.
contract Worldcoin is ERC20 {
    constructor(uint256 initialSupply) ERC20("Worldcoin", "WLD") {
        _mint(msg.sender, initialSupply);
    }
}
