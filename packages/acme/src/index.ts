export * from "./acmeAuthorities.ts"
export type * from "./AcmeAuthorityOptions.ts"
