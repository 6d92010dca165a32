import './nonce.ts';
import './no-eval.ts';
import './storage.ts';
import './start.tsx';
