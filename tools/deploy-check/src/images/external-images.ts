import { manifestFiles, manifestsIn, readCompose, readText, servicesOf } from '../deployment-files.js';

/** An image of someone else, and where the operator pins it. */
export interface ExternalImage {
  image: string;
  /** The file that names it. */
  file: string;
  /** How to pin it: a line of .env, a build argument, or an entry of the kustomization. */
  pin: string;
}

const OWN = /^midwest-geodes\//;
const COMPOSE_FILES = ['docker-compose.yml', 'docker-compose.production.yml'];

/** The image without tag and digest. */
const nameOf = (image: string): string => image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');

export const isPinned = (image: string): boolean => /@sha256:[0-9a-f]{64}$/.test(image);

/** Resolves `${NAME:-default}` with the operator's variables. */
const resolve = (text: string, variables: NodeJS.Dict<string>): { image: string; variable: string } => {
  const [, variable = '', standard = ''] = /^\$\{([A-Z_]+):-([^}]+)\}$/.exec(text) ?? [];
  return { image: variables[variable] || standard || text, variable };
};

const inCompose = (variables: NodeJS.Dict<string>): ExternalImage[] =>
  COMPOSE_FILES.flatMap((file) =>
    servicesOf(readCompose(file)).flatMap(([, { image }]) => {
      if (!image || OWN.test(image)) return [];
      const found = resolve(image, variables);
      return [{ image: found.image, file, pin: `${found.variable}=${nameOf(found.image)}@DIGEST in .env` }];
    }),
  );

const inDockerfile = (variables: NodeJS.Dict<string>): ExternalImage[] =>
  [...readText('Dockerfile').matchAll(/^ARG ([A-Z]+_IMAGE)=(\S+)$/gm)].map(([, variable = '', standard = '']) => {
    const image = variables[variable] || standard;
    return { image, file: 'Dockerfile', pin: `docker compose build --build-arg ${variable}=${nameOf(image)}@DIGEST` };
  });

const inManifests = (): ExternalImage[] =>
  manifestFiles().flatMap((file) =>
    manifestsIn(file)
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .filter(({ image }) => !OWN.test(image))
      .map(({ image }) => ({
        image,
        file,
        pin: `images: [{ name: ${nameOf(image)}, digest: DIGEST }] in base/kustomization.yaml`,
      })),
  );

/** Lists the images that the shop does not build. `variables` are the operator's, like those of .env. */
export const externalImages = (variables: NodeJS.Dict<string>): ExternalImage[] => [
  ...inDockerfile(variables),
  ...inCompose(variables),
  ...inManifests(),
];
