export { client, layer, type Options } from "./layer.ts"
