import type { ShopDetails } from '@geodes/contracts';
import { api } from '../../../app/api.js';

const shopDetailsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShopDetails: build.query<ShopDetails, void>({
      query: () => ({ url: '/admin/shop-details' }),
      providesTags: ['ShopDetails'],
    }),
    changeShopDetails: build.mutation<ShopDetails, ShopDetails>({
      query: (body) => ({ url: '/admin/shop-details', method: 'PUT', body }),
      // also the site's configuration, which the texts of this page come from
      invalidatesTags: (_details, error) => (error ? [] : ['ShopDetails']),
    }),
  }),
});

export const { useGetShopDetailsQuery, useChangeShopDetailsMutation } = shopDetailsApi;
