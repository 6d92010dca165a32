/** Redux for remotes: one copy, loaded by the first that needs it. Each creates its own store, for unsaved intent only. */
export { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
export { Provider, useDispatch, useSelector, useStore } from 'react-redux';
