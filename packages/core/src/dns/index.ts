export * as DnsName from "./DnsName.ts"
export * from "./OwnerName.ts"
export * from "./rdata/index.ts"
export * from "./RecordType.ts"
