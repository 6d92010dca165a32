type Listener = (payload: unknown) => void;

export type Emitter = ReturnType<typeof createEmitter>;

/** Creates an emitter for the EIP-1193 events. */
export function createEmitter() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    on(event: string, listener: Listener) {
      const registered = listeners.get(event) ?? new Set();
      listeners.set(event, registered.add(listener));
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event: string, payload: unknown) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
    },
  };
}
