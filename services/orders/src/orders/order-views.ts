import { type AdminOrder, dollars, type LookupOrder } from '@geodes/contracts';
import { type Order, orderNumber } from './order.entity.js';

/** The view for a guest who knows the email: without name, postal address and phone number. */
export const lookupOrder = (order: Order): LookupOrder => ({
  id: order.id,
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  total: dollars(order.totalCents),
  discount: dollars(order.discountCents),
  items: order.items.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    priceAtPurchase: item.priceCents,
    geode: { title: item.title, imageUrls: item.imageUrls },
  })),
});

/** The view for the owner. */
export const adminOrder = (order: Order): AdminOrder => ({
  id: order.id,
  orderNumber: orderNumber(order.id),
  customerName: `${order.firstName} ${order.lastName}`.trim(),
  customerEmail: order.email,
  customerPhone: order.phone,
  total: dollars(order.totalCents),
  discount: dollars(order.discountCents),
  status: order.status,
  createdAt: order.createdAt.toISOString(),
  updatedAt: order.updatedAt.toISOString(),
  archivedAt: order.archivedAt?.toISOString() ?? null,
  squarePaymentId: order.squarePaymentId,
  items: order.items.map((item) => ({
    id: item.id,
    geode: {
      id: item.geodeId,
      title: item.title,
      imageUrl: item.imageUrls[0] ?? '',
      size: item.size,
      location: item.location,
      crystalType: item.crystalType,
    },
    quantity: item.quantity,
    price: item.priceCents,
  })),
  shippingAddress: {
    addressLine1: order.address,
    addressLine2: '',
    locality: order.city,
    administrativeDistrictLevel1: order.state,
    postalCode: order.zipCode,
    country: 'US',
  },
});
