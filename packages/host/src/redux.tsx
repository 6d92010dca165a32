/** Redux through the shell. A remote makes a store of its own, for unsaved intent only. */
export { combineReducers, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
export { Provider, useDispatch, useSelector, useStore } from 'react-redux';
