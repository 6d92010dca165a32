import { z } from "zod/mini";
export declare const user: z.ZodMiniObject<{
 wallet_address: z.ZodMiniString<string>;
 isAdmin: z.ZodMiniBoolean<boolean>;
 created_at: z.ZodMiniISODateTime;
 nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
export type User = z.infer<typeof user>;
export declare const challenge: z.ZodMiniObject<{
 id: z.ZodMiniUUID;
 message: z.ZodMiniString<string>;
 expires_at: z.ZodMiniISODateTime;
}, z.core.$strip>;
export declare const loginBody: z.ZodMiniObject<{
 wallet_address: z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<string, string>>;
 challenge_id: z.ZodMiniOptional<z.ZodMiniUUID>;
 signature: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>;
export declare const loginData: z.ZodMiniUnion<readonly [
 z.ZodMiniObject<{
  token: z.ZodMiniString<string>;
  user: z.ZodMiniObject<{
   wallet_address: z.ZodMiniString<string>;
   isAdmin: z.ZodMiniBoolean<boolean>;
   created_at: z.ZodMiniISODateTime;
   nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
  }, z.core.$strip>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  challenge: z.ZodMiniObject<{
   id: z.ZodMiniUUID;
   message: z.ZodMiniString<string>;
   expires_at: z.ZodMiniISODateTime;
  }, z.core.$strip>;
 }, z.core.$strip>
]>;
export declare const login: import("../endpoint.ts").Endpoint<undefined, undefined, z.ZodMiniObject<{
 wallet_address: z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<string, string>>;
 challenge_id: z.ZodMiniOptional<z.ZodMiniUUID>;
 signature: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>, z.ZodMiniUnion<readonly [
 z.ZodMiniObject<{
  token: z.ZodMiniString<string>;
  user: z.ZodMiniObject<{
   wallet_address: z.ZodMiniString<string>;
   isAdmin: z.ZodMiniBoolean<boolean>;
   created_at: z.ZodMiniISODateTime;
   nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
  }, z.core.$strip>;
 }, z.core.$strip>,
 z.ZodMiniObject<{
  challenge: z.ZodMiniObject<{
   id: z.ZodMiniUUID;
   message: z.ZodMiniString<string>;
   expires_at: z.ZodMiniISODateTime;
  }, z.core.$strip>;
 }, z.core.$strip>
]>, "none">;
export declare const profile: import("../endpoint.ts").Endpoint<undefined, undefined, undefined, z.ZodMiniObject<{
 user: z.ZodMiniObject<{
  wallet_address: z.ZodMiniString<string>;
  isAdmin: z.ZodMiniBoolean<boolean>;
  created_at: z.ZodMiniISODateTime;
  nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
 }, z.core.$strip>;
}, z.core.$strip>, "player">;
export declare const publicUser: import("../endpoint.ts").Endpoint<z.ZodMiniObject<{
 wallet: z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<string, string>>;
}, z.core.$strict>, undefined, undefined, z.ZodMiniObject<{
 user: z.ZodMiniObject<{
  wallet_address: z.ZodMiniString<string>;
  created_at: z.ZodMiniISODateTime;
  nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
 }, z.core.$strip>;
}, z.core.$strip>, "player">;
export declare const refresh: import("../endpoint.ts").Endpoint<undefined, undefined, z.ZodMiniObject<{}, z.core.$strict>, z.ZodMiniObject<{
 token: z.ZodMiniString<string>;
 user: z.ZodMiniObject<{
  wallet_address: z.ZodMiniString<string>;
  isAdmin: z.ZodMiniBoolean<boolean>;
  created_at: z.ZodMiniISODateTime;
  nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
 }, z.core.$strip>;
}, z.core.$strip>, "none">;
export declare const logout: import("../endpoint.ts").Endpoint<undefined, undefined, z.ZodMiniObject<{}, z.core.$strict>, z.ZodMiniObject<{
 ended: z.ZodMiniLiteral<true>;
}, z.core.$strip>, "none">;
export declare const logoutAll: import("../endpoint.ts").Endpoint<undefined, undefined, z.ZodMiniObject<{}, z.core.$strict>, z.ZodMiniObject<{
 ended: z.ZodMiniLiteral<true>;
}, z.core.$strip>, "player">;
export declare const setNickname: import("../endpoint.ts").Endpoint<undefined, undefined, z.ZodMiniObject<{
 nickname: z.ZodMiniNullable<z.ZodMiniPipe<z.ZodMiniString<string>, z.ZodMiniTransform<string, string>>>;
}, z.core.$strict>, z.ZodMiniObject<{
 user: z.ZodMiniObject<{
  wallet_address: z.ZodMiniString<string>;
  isAdmin: z.ZodMiniBoolean<boolean>;
  created_at: z.ZodMiniISODateTime;
  nickname: z.ZodMiniNullable<z.ZodMiniString<string>>;
 }, z.core.$strip>;
}, z.core.$strip>, "player">;
