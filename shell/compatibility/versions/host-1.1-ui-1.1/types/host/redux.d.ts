export { configureStore, createSlice, type PayloadAction } from "@reduxjs/toolkit";
export { Provider, useDispatch, useSelector, useStore } from "react-redux";
