export { keepPreviousData, QueryClient, QueryClientProvider, queryOptions, useIsFetching, useMutation, useQueries, useQuery, useQueryClient, } from "@tanstack/react-query";
