import './nonce.ts';
import './no-eval.ts';
import './start.tsx';
