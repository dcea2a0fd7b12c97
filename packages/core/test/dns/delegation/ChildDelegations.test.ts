import { onSqlite } from "../dnssec/SigningPlatform.ts"
import { delegationSuite } from "./delegationSuite.ts"

delegationSuite("sqlite", onSqlite)
