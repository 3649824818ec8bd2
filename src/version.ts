/** The toolkit's version, as every record and manifest carries it. */
import packageJson from "../package.json" with { type: "json" };

export const toolkitVersion: string = packageJson.version;
