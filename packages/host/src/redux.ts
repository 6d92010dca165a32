/** Redux shared by the shell. Each remote creates its own store, for unsaved intent only. */
export { combineReducers, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
export { Provider, useDispatch, useSelector, useStore } from 'react-redux';
