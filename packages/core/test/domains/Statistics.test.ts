import { onSqlite } from "./DomainsPlatform.ts"
import { statisticsSuite } from "./statisticsSuite.ts"

statisticsSuite("sqlite", onSqlite)
