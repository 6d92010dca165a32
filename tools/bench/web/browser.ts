import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from '@touchline/local-stack/dependencies/browser';
import { PROJECT } from '@touchline/local-stack/product';
import { log } from '../figures/log.ts';

/** Starts a browser without background traffic, which would be counted as traffic of the pages. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await browserOptions(PROJECT, log));
}
