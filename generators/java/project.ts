import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { NewProject, ProjectFile } from "../generator.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";
import { mavenGroup } from "./java-name.ts";

interface Dependency {
  readonly group: string;
  readonly name: string;
  readonly version: string;
}

const pulumiDependency: Dependency = { group: "com.pulumi", name: "pulumi", version: "[1.3,2.0)" };

/** The plugins of `mvn package` and `mvn exec:java`, which the Pulumi runtime uses. */
const plugins = [
  ["org.apache.maven.plugins", "maven-compiler-plugin", "3.11.0"],
  ["org.codehaus.mojo", "exec-maven-plugin", "3.1.0"],
] as const;

/** Returns the files of a new Maven project, as `pulumi new java` creates them, with exact SDK versions. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = publishedPackages(program, project).map(dependencyOf);
  const name = project.name.replaceAll(/[^\w.-]/g, "-");
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<project xmlns="http://maven.apache.org/POM/4.0.0"',
    '         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    '         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">',
    "    <modelVersion>4.0.0</modelVersion>",
    "",
    `    <groupId>${pulumiDependency.group}</groupId>`,
    `    <artifactId>${name}</artifactId>`,
    "    <version>1.0-SNAPSHOT</version>",
    "",
    "    <properties>",
    "        <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>",
    "        <maven.compiler.release>11</maven.compiler.release>",
    "        <mainClass>myproject.App</mainClass>",
    "        <mainArgs/>",
    "    </properties>",
    "",
    "    <dependencies>",
    ...[pulumiDependency, ...sdks].flatMap((each) => [
      "        <dependency>",
      `            <groupId>${each.group}</groupId>`,
      `            <artifactId>${each.name}</artifactId>`,
      `            <version>${each.version}</version>`,
      "        </dependency>",
    ]),
    "    </dependencies>",
    "",
    "    <build>",
    "        <plugins>",
    ...plugins.flatMap(([group, artifact, version]) => [
      "            <plugin>",
      `                <groupId>${group}</groupId>`,
      `                <artifactId>${artifact}</artifactId>`,
      `                <version>${version}</version>`,
      ...(artifact === "exec-maven-plugin" ? configuration : []),
      "            </plugin>",
    ]),
    "        </plugins>",
    "    </build>",
    "</project>",
  ];
  return [
    projectFile(project, "java"),
    { path: "pom.xml", text: `${lines.join("\n")}\n` },
    { path: ".gitignore", text: "target/\n" },
  ];
}

const configuration = [
  "                <configuration>",
  `                    <mainClass>${mavenProperty("mainClass")}</mainClass>`,
  `                    <commandlineArgs>${mavenProperty("mainArgs")}</commandlineArgs>`,
  "                </configuration>",
];

function mavenProperty(property: string): string {
  return `\${${property}}`;
}

/** Returns the dependency on an SDK. Without a version, selects the newest. */
function dependencyOf(node: PackageNode): Dependency {
  return { group: mavenGroup(node), name: node.name, version: node.version ?? "[0,)" };
}
