export * from "./Authorization.ts"
