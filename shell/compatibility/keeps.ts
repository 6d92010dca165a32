/** Fails to compile unless `Current` can be used wherever `Recorded` is expected. A record that resolves to `any` fails too. */
export type Keeps<_Recorded, _Current extends 0 extends 1 & _Recorded ? never : _Recorded> = true;
