import {
  configureStore,
  createSlice,
  type PayloadAction,
  Provider,
  useDispatch,
  useSelector,
} from '@touchline/host/redux';
import type { ReactNode } from 'react';

const note = createSlice({
  name: 'note',
  initialState: { text: '' },
  reducers: {
    write: (state, { payload }: PayloadAction<string>) => {
      state.text = payload;
    },
  },
});
const store = configureStore({ reducer: note.reducer });

export const StoreProvider = ({ children }: { children: ReactNode }) => (
  <Provider store={store}>{children}</Provider>
);

/** Returns the note in the store, and a function that changes it. */
export function useNote(): [string, (text: string) => void] {
  const dispatch = useDispatch();
  const text = useSelector((state: ReturnType<typeof store.getState>) => state.text);
  return [text, (next) => dispatch(note.actions.write(next))];
}
