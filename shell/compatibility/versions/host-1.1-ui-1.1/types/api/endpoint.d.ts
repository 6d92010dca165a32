import type { z } from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import type { LimitName } from "./limits.ts";
import type { Schema } from "./schema.ts";
export type EndpointAuth = "none" | "optional" | "player" | "admin" | "release";
export type EndpointOwner = "games" | "staking" | "gateway";
type Shape = Schema | undefined;
export interface Endpoint<P extends Shape, Q extends Shape, B extends Shape, D extends Schema, A extends EndpointAuth = EndpointAuth> {
 method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
 path: string;
 auth: A;
 owner?: EndpointOwner | readonly EndpointOwner[];
 summary: string;
 limit?: LimitName;
 params?: P;
 query?: Q;
 body?: B;
 versioned?: true;
 data: D;
 status?: number;
 also?: Readonly<Record<number, string>>;
 failureText?: string;
 errorCodes?: readonly ErrorCode[];
}
export type AnyEndpoint = Endpoint<Shape, Shape, Shape, Schema>;
export type Parsed<S> = S extends Schema ? z.output<S> : undefined;
export type RequestInput<S> = S extends Schema ? z.input<S> : undefined;
export declare function endpoint<D extends Schema, const A extends EndpointAuth, P extends Shape = undefined, Q extends Shape = undefined, B extends Shape = undefined>(declaration: Endpoint<P, Q, B, D, A>): Endpoint<P, Q, B, D, A>;
export interface PlainEndpoint {
 name: string;
 resource: string;
 path: string;
 summary: string;
 contentType: string;
 params?: Schema;
 query?: Schema;
 schema?: Schema;
}
export {};
