/** Redux for remotes: one shared copy, loaded on first use. Each remote creates its own store, for unsaved input only. */
export { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
export { Provider, useDispatch, useSelector, useStore } from 'react-redux';
