export * from "./Contact.ts"
export * from "./ContactError.ts"
export * from "./ContactStore.ts"
export * from "./ContactUsage.ts"
