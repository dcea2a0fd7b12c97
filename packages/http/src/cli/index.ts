export { cli } from "./cli.ts"
