import './nonce.ts';
import './start.tsx';
