export { Link, Navigate, NavLink, Route, Routes, useLocation, useNavigate, useParams, useSearchParams, } from "react-router-dom";
