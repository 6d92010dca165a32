import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "@touchline/api/client";
import type { User } from "../api/http/auth.ts";
import type { Config } from "../api/http/config.ts";
import type { LiveMessage, LiveTopic } from "../api/http/live.ts";
import { type ComponentType, type ReactNode } from "react";
import type { Transfers } from "./transfers.ts";
export interface Watched<T> {
 get(): T;
 subscribe(listener: () => void): () => void;
}
export interface Session {
 status: "loading" | "guest" | "player";
 user: User | null;
}
export interface Wallet {
 status: "disconnected" | "connecting" | "reconnecting" | "wrong-chain" | "authenticating" | "connected";
 address: string | null;
}
export interface LiveStatus {
 connected: boolean;
}
export interface Notice {
 kind: "success" | "error" | "info";
 title?: string;
 message: string;
}
export interface Host {
 readonly session: Watched<Session> & {
  signOut(): Promise<void>;
 };
 readonly wallet: Watched<Wallet> & {
  Control: ComponentType;
 };
 readonly transfers: Transfers;
 readonly api: Client;
 readonly queryClient: QueryClient;
 navigate(to: string, options?: {
  state?: unknown;
  replace?: boolean;
 }): void;
 notify(notice: Notice): void;
 readonly live: Watched<LiveStatus> & {
  on(topics: readonly LiveTopic[], listener: (message: LiveMessage) => void): () => void;
  readonly jitterMs?: number;
 };
 readonly config: Config;
 readonly theme: Watched<"light" | "dark"> & {
  toggle(): void;
 };
}
export declare function HostProvider({ host, children }: {
 host: Host;
 children: ReactNode;
}): import("react").JSX.Element;
export declare const useHost: () => Host;
export declare function useShared<T>(create: (host: Host) => T): T;
export declare function useWatched<T>(watched: Watched<T>): T;
