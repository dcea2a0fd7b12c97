export * from "./KeyDigest.ts"
export * from "./KeyTag.ts"
export * from "./ZoneKey.ts"
