export * from "./AccessError.ts"
export * from "./Authenticator.ts"
export * from "./Authorization.ts"
