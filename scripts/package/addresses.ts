/** Links from the published files into the README. All of them begin with `homepage` of package.json. */

/** The sources that hold such links, relative to the root. */
export const linkedFiles = [
	'credentials/SalesOrderIntegrationApi.credentials.ts',
	'nodes/SalesOrderIntegration/SalesOrderIntegration.node.json',
	'nodes/SalesOrderIntegration/SalesOrderIntegrationTrigger.node.json',
];

const LINK_TO_A_HEADING = /https:\/\/[^\s'"#]+(#[\w-]+)(?=['"])/g;

/** `text` with `homepage` in front of every quoted link to a heading. */
export function withHomepage(text: string, homepage: string): string {
	return text.replace(LINK_TO_A_HEADING, (_link, heading: string) => homepage + heading);
}

/** The links to headings in `text`, in order. */
export function linksToHeadings(text: string): string[] {
	return text.match(LINK_TO_A_HEADING) ?? [];
}
