import { onSqlite } from "./DomainsPlatform.ts"
import { organizationLimitsSuite } from "./organizationLimitsSuite.ts"

organizationLimitsSuite("sqlite", onSqlite, 25)
