// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// The token of the game: 18 decimals, a fixed supply minted to the deployer.
contract Football is ERC20 {
    constructor(uint256 initialSupply) ERC20("Football", "FOOTBALL") {
        _mint(msg.sender, initialSupply);
    }
}
