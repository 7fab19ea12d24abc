/** The pagination object (api-specification 2.1) with its links, in every form that a switch can ask for. */
import { PAGE, type RequestTarget } from './request';
import type { Switches } from './switches';

/** api-specification 2.1. `unknown`: the odd forms of the link. */
export interface Pagination {
	totalCount: number;
	totalPages: number;
	currentPage: string;
	nextPage?: unknown;
	prevPage: string | null;
	firstPage: string;
	lastPage: string;
}

/** The pagination object of a page of a list. */
export function paginate(
	target: RequestTarget,
	page: number,
	totalCount: number,
	switches: Switches,
): Pagination {
	const totalPages = Math.max(Math.ceil(totalCount / switches.pageSize), switches.totalPagesWhenEmpty);
	const link = (number: number) => linkTo(number, target, switches);
	const pagination: Pagination = {
		totalCount,
		totalPages,
		currentPage: link(page),
		nextPage: nextPage(page, totalPages, link, target, switches),
		prevPage: page > 1 ? link(page - 1) : null,
		firstPage: link(1),
		lastPage: link(Math.max(1, totalPages)),
	};
	if (pagination.nextPage === undefined) delete pagination.nextPage;
	return pagination;
}

function nextPage(
	page: number,
	totalPages: number,
	link: (page: number) => string,
	{ origin }: RequestTarget,
	{ pageLinks, otherOrigin }: Switches,
): unknown {
	const next = link(page + 1);
	const isLast = page >= totalPages;
	// One page more than there are: a page without orders ends the list.
	if (pageLinks === 'pastTheEnd') return page > totalPages ? null : next;
	if (pageLinks === 'nullEarly') return page >= totalPages - 1 ? null : next;
	if (pageLinks === 'backToFirst') return isLast ? link(1) : next;
	if (isLast) return null;
	switch (pageLinks) {
		case 'otherHost':
			return otherOrigin + pathAndQuery(next);
		case 'otherPort':
			return otherPort(origin) + pathAndQuery(next);
		case 'loop':
			return link(page);
		case 'garbage':
			return 'http://[not a link';
		case 'empty':
			return '';
		case 'notAString':
			return page + 1;
		case 'absent':
			return undefined;
		default:
			return next;
	}
}

function linkTo(page: number, target: RequestTarget, switches: Switches): string {
	const kept = switches.pageLinks === 'droppingParameters' ? [] : target.query;
	const parts = kept.filter(({ name }) => name !== PAGE).map(({ raw }) => raw);
	let query = [...parts, `${PAGE}=${page}`].join('&');
	if (switches.pageLinks === 'plusEncoded') query = query.replace(/%20/g, '+');
	switch (switches.pageLinks) {
		case 'relative':
			return `${target.path}?${query}`;
		case 'queryOnly':
			return `?${query}`;
		case 'httpScheme':
			return `${target.origin.replace(/^https:/, 'http:')}${target.path}?${query}`;
		default:
			return `${target.origin}${target.path}?${query}`;
	}
}

function pathAndQuery(link: string): string {
	return link.replace(/^https?:\/\/[^/]+/, '');
}

function otherPort(origin: string): string {
	const url = new URL(origin);
	url.port = url.port === '1' ? '2' : '1';
	return url.origin;
}
