import { defineRemote } from '@touchline/host/remote';

/** Throws while it renders, until somebody mends it. */
function BrokenPage() {
  if (sessionStorage.getItem('mended') !== 'yes') throw new Error('this page cannot be drawn');
  return <h1>Mended</h1>;
}

export const remote = defineRemote({ '/broken': BrokenPage });
