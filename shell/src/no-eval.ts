import { config } from 'zod';

// Compiled parsers need eval, which this page's policy refuses, and even trying is reported. It must be said before the first
// schema is made; the setting is the page's, so remotes with a zod of their own follow it.
config({ jitless: true });
